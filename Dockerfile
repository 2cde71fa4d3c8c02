# The program in one image: `start` is the server, every other word a command of `anamnesis`.
# Not built where it was written, for want of a Docker engine; docs/operations.md says what was tried instead.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# the web's libraries and what compiles are dependencies too, since a clone builds itself at its first start
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node bin/build.js
# what only the build needs; and whoever cloned with a strict umask has files that nobody else may read
RUN npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
    @blueprintjs/core @blueprintjs/datetime @blueprintjs/icons @fontsource-variable/inter @swc/core @vitejs/plugin-react \
    d3 react react-dom swr uqr vite wouter && \
    chmod -R a+rX .

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    NO_COLOR=1 \
    HOST=0.0.0.0 \
    ANAMNESIS_DATA=/data
# a new volume takes over owner and mode of the folder that it is put on
RUN install -d -o node -g node -m 700 /data && \
    printf '#!/bin/sh\nexec node /app/dist/program/main.js "$@"\n' > /usr/local/bin/anamnesis && chmod 755 /usr/local/bin/anamnesis
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/services/ocr/models ./services/ocr/models
USER 1000:1000
EXPOSE 3000
VOLUME /data
# Whether it answers, not whether all is well: what /api/health names no restart repairs.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --start-interval=3s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# the compiled program, and not bin/anamnesis.js: that one compares with the sources, which are not here
ENTRYPOINT ["node", "/app/dist/program/main.js"]
CMD ["start"]
