# docker build -t filedeck .                        files only
# docker build --build-arg MEDIA=1 -t filedeck .    with ffmpeg, for videos that browsers cannot play
# For reproducible builds, pin the base image by digest: docs/operator.md, "In Docker".
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/assemble.mjs /app && cp docker/entrypoint docker/healthcheck.mjs /app/ \
  && mkdir -m 1777 /app/.next-run

FROM ${NODE_IMAGE} AS runtime
ARG MEDIA=0
COPY docker/copy-programs /usr/local/bin/
# bubblewrap confines the terminals of all but administrators.
# Of ffmpeg's packages only the programs and what they load stay: the rest is 200 MB for graphics cards and screens.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && apt-mark manual bubblewrap \
  && if [ "$MEDIA" = 1 ]; then apt-get install -y --no-install-recommends ffmpeg \
  && copy-programs /tmp/media /usr/bin/ffmpeg /usr/bin/ffprobe && apt-get purge -y --auto-remove ffmpeg && cp -a /tmp/media/. /; fi \
# What a running server never uses: package managers, headers, documentation, the character sets of mainframes.
  && rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
  /usr/local/bin/copy-programs /tmp/media /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /usr/share/doc/* /usr/share/man/* /usr/share/info/* /usr/share/locale/* \
  /usr/lib/*/gconv/IBM*.so
COPY --from=build /app /app

# One layer: removing files in a later one would not make the image smaller.
FROM scratch
COPY --from=runtime / /
WORKDIR /app
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production HOME=/root \
  FILEDECK_DATA=/data FILEDECK_ROOTS=/srv=Files MALLOC_ARENA_MAX=2 UV_THREADPOOL_SIZE=8
VOLUME /data
EXPOSE 8480
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "/app/healthcheck.mjs"]
ENTRYPOINT ["/app/entrypoint"]
# The young generation no larger than requests need: with Node's own size memory grows by a third before it is tidied.
# The old one tidied when it has grown by 150 %: by itself Node waits for 300, 100 MB of nothing after large folders; with less
# every large upload costs twice the time, as its buffers count as growth.
# UV_THREADPOOL_SIZE: of four threads a network share would have two at once (docs/decisions/0119-slow-mounts-in-turn.md).
# MALLOC_ARENA_MAX: glibc would keep freed memory for each of a dozen threads, 15 to 20 MB in all.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=150", "dist/server.mjs"]
