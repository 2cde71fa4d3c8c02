import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

// Styles that the table's resize sensor writes into attributes; every other style goes through the DOM, which 'self' allows.
const RESIZE_SENSOR = [
  "'sha256-RDWWGcFzQIh1SH4oQIaKd+tX/bMXZOzUetRR1raWCXw='",
  "'sha256-ZNPRF7lxh3DMrhUYYDg0XMVthUfilZ/lIWOm88fNvug='",
  "'sha256-X915yd/wuTaqfVBQOzkxJFKRTMVtsfqGPwao8fO8OaM='",
];

/** Security headers on every answer, and no copy of what `/api` answers in any cache. To be called before listening. */
export const secure = async (app: NestFastifyApplication): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-hashes'", ...RESIZE_SENSOR],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The application speaks plain HTTP; whoever puts TLS before it decides about this for the whole host.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (request, reply) => {
      if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    });
};
