# Stress runner and load engine, and stock JMeter as controller, from the same jars of the unpacked zip. The runner is in
# a separate folder, which stock JMeter does not load.
FROM eclipse-temurin:17.0.17_10-jdk-noble AS home

WORKDIR /zip
COPY docker/libraries.sh docker/
COPY lib lib/
COPY stress.jar REVISION ./
RUN sh docker/libraries.sh stress.jar /opt/jmeter/stress

# JMeter reads its properties from files in its home; one of its jars contains them
WORKDIR /opt/jmeter
RUN mv stress/lib jars \
 && ln -s ../jars stress/lib \
 && jar --extract --file jars/ApacheJMeter_config-*.jar bin \
 && mkdir -p lib/ext lib/junit

FROM eclipse-temurin:17.0.17_10-jre-noble

RUN groupadd --gid 10001 jmeter \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin jmeter \
 && mkdir /results \
 && chown 10001:10001 /results

WORKDIR /opt/jmeter
COPY --from=home /opt/jmeter ./
COPY plans ./stress/plans/

# logs; the rest is read-only
WORKDIR /tmp

USER 10001:10001
EXPOSE 1099 50000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=12 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/1099"]
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=75", "-Djava.awt.headless=true", "-Duser.home=/tmp", "-Djava.util.prefs.userRoot=/tmp", "-Djmeter.home=/opt/jmeter", "-cp", "/opt/jmeter/jars/*", "org.apache.jmeter.NewDriver"]
