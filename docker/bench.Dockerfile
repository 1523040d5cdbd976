# Benchmarks from the unpacked zip, as a client with dedicated processors.
FROM eclipse-temurin:17.0.17_10-jdk-noble AS program

WORKDIR /zip
COPY docker/libraries.sh docker/
COPY lib lib/
COPY app-sim.jar benchmarks.jar REVISION ./
RUN sh docker/libraries.sh benchmarks.jar /opt/cloakroom

FROM eclipse-temurin:17.0.17_10-jre-noble

RUN groupadd --gid 10001 cloakroom \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin cloakroom \
 && mkdir /results \
 && chown 10001:10001 /results

WORKDIR /opt/cloakroom
COPY --from=program /opt/cloakroom ./

USER 10001:10001
ENTRYPOINT ["java", "-jar", "/opt/cloakroom/benchmarks.jar"]
