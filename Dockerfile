# The program and everything it needs, run by an unprivileged user. Data is stored in /data.
FROM docker.io/oven/bun:1.4.4-slim AS built
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY src/install.ts src/install.ts
COPY modules/kit/storage/file-lock.ts modules/kit/storage/file-lock.ts
RUN bun src/install.ts
COPY . .
RUN bun -e "await (await import('./islands/build/build.ts')).buildIslands()"

FROM docker.io/oven/bun:1.4.4-slim
WORKDIR /app
COPY --from=built /app ./
RUN mkdir /data && chown bun:bun /data
USER bun
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`)).ok ? 0 : 1)"]
CMD ["bun", "src/start.ts"]
