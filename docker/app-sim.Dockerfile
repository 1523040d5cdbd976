# One node of the tier, from the unpacked zip: Oracle's jars complete and unmodified.
FROM eclipse-temurin:17.0.17_10-jdk-noble AS program

WORKDIR /zip
COPY docker/libraries.sh docker/
COPY lib lib/
COPY app-sim.jar REVISION ./
RUN sh docker/libraries.sh app-sim.jar /opt/cloakroom

FROM eclipse-temurin:17.0.17_10-jre-noble

RUN groupadd --gid 10001 cloakroom \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin cloakroom

WORKDIR /opt/cloakroom
COPY docker/health.sh ./
COPY --from=program /opt/cloakroom ./

USER 10001:10001
EXPOSE 8080 8081
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=12 \
  CMD ["bash", "/opt/cloakroom/health.sh", "8081"]
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=75", "-jar", "/opt/cloakroom/app-sim.jar"]
