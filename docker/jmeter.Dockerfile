# Stock JMeter, as controller or remote engine, from the jars that the stress runner uses, and the runner in a
# separate folder, which the stock one does not load.
FROM eclipse-temurin:17.0.17_10-jdk-noble AS home

# JMeter reads its properties from files in its home; one of its jars contains them
WORKDIR /opt/jmeter
COPY stress-jmeter/target/lib lib-of-runner/
RUN jar --extract --file lib-of-runner/ApacheJMeter_config-*.jar bin \
 && mkdir -p lib/ext lib/junit \
 && rm -r lib-of-runner

FROM eclipse-temurin:17.0.17_10-jre-noble

RUN groupadd --gid 10001 jmeter \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin jmeter \
 && mkdir /results \
 && chown 10001:10001 /results

WORKDIR /opt/jmeter
COPY --from=home /opt/jmeter ./
COPY stress-jmeter/target/lib jars/
COPY stress-jmeter/target/stress.jar stress/
RUN ln -s ../jars stress/lib

USER 10001:10001
EXPOSE 1099 50000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=12 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/1099"]
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=75", "-Djava.awt.headless=true", "-Duser.home=/tmp", "-Djava.util.prefs.userRoot=/tmp", "-Djmeter.home=/opt/jmeter", "-cp", "/opt/jmeter/jars/*", "org.apache.jmeter.NewDriver"]
