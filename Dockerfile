# syntax=docker/dockerfile:1
# The server with the built web client. Data: the volume /data. Build: docker build -t sonde .

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /opt/sonde
COPY . .
RUN npm run build
# What runs needs no tools: only the packages of server and model stay.
RUN rm -rf node_modules && npm install --no-save --no-audit --no-fund --omit=dev --ignore-scripts -w @sonde/server -w @sonde/model

FROM node:24.21.0-bookworm-slim
WORKDIR /opt/sonde
COPY --from=build /opt/sonde/package.json ./
COPY --from=build /opt/sonde/node_modules node_modules
COPY --from=build /opt/sonde/packages/model packages/model
COPY --from=build /opt/sonde/packages/server packages/server
COPY --from=build /opt/sonde/packages/web/dist packages/web/dist
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
ENV SONDE_DATA=/data SONDE_HOST=0.0.0.0 NODE_COMPILE_CACHE=/tmp/sonde \
    MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
EXPOSE 8080 1883
STOPSIGNAL SIGTERM
# Over TLS too: the certificate names the server's address, not 127.0.0.1.
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`http${process.env.SONDE_TLS_CERT ? 's' : ''}://127.0.0.1:${process.env.SONDE_HTTP_PORT || 8080}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "--no-allocation-site-pretenuring", "--max-semi-space-size=8", "--no-separate-gc-phases", "--max-old-space-size=512", "packages/server/dist/main.js"]
