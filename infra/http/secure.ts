import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

// Styles that the table's resize sensor writes into attributes; every other style goes through the DOM, which 'self' allows.
const RESIZE_SENSOR = [
  "'sha256-RDWWGcFzQIh1SH4oQIaKd+tX/bMXZOzUetRR1raWCXw='",
  "'sha256-ZNPRF7lxh3DMrhUYYDg0XMVthUfilZ/lIWOm88fNvug='",
  "'sha256-X915yd/wuTaqfVBQOzkxJFKRTMVtsfqGPwao8fO8OaM='",
];

/** Features of browsers that our pages never use: scripts of others that got into them cannot either. */
const NOTHING_OF = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
const PERMISSIONS = NOTHING_OF.map((feature) => `${feature}=()`).join(', ');
const ONE_YEAR_S = 365 * 24 * 60 * 60;

/**
 * Security headers on every answer, and no copy of what `/api` answers in any cache. To be called before listening.
 * @param public_url where people reach the installation: browsers that were there once by https never try plain HTTP again
 */
export const secure = async (app: NestFastifyApplication, public_url = ''): Promise<void> => {
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
    // of this host alone: what else its owner serves below it is not for us to decide
    strictTransportSecurity: public_url.startsWith('https:') && { maxAge: ONE_YEAR_S, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (request, reply) => {
      reply.header('permissions-policy', PERMISSIONS);
      if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    });
};
