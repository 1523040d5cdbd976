# One node of the tier, from the jars of `mvn package`: the files that were tested, Oracle's complete and
# unmodified, without a second build whose dependencies might differ.
FROM eclipse-temurin:17.0.17_10-jre-noble

RUN groupadd --gid 10001 cloakroom \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin cloakroom

WORKDIR /opt/cloakroom
COPY docker/health.sh ./
COPY app-sim/target/lib lib/
COPY app-sim/target/app-sim.jar ./

USER 10001:10001
EXPOSE 8080 8081
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=12 \
  CMD ["bash", "/opt/cloakroom/health.sh", "8081"]
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=75", "-jar", "/opt/cloakroom/app-sim.jar"]
