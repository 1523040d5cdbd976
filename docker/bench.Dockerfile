# Benchmarks from the jars of `mvn package`, as a client with dedicated processors.
FROM eclipse-temurin:17.0.17_10-jre-noble

RUN groupadd --gid 10001 cloakroom \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin cloakroom \
 && mkdir /results \
 && chown 10001:10001 /results

WORKDIR /opt/cloakroom
COPY bench-jmh/target/lib lib/
COPY bench-jmh/target/benchmarks.jar ./

USER 10001:10001
ENTRYPOINT ["java", "-jar", "/opt/cloakroom/benchmarks.jar"]
