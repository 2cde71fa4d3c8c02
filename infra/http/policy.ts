import { type INestApplication, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { policy, type Rule } from '#contracts/policy';
import type { HttpRequest } from './request.ts';

/** The row of a request's route; undefined where there is none, and then nobody is let in. */
export const ruleOf = ({ method, routeOptions }: HttpRequest): Rule | undefined =>
  policy[`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`];

/** A route was registered that the policy table does not know: nobody decided who may call it. */
export class MissingPolicy extends Error {
  constructor(readonly routes: readonly string[]) {
    super(`no row in contracts/policy.ts for ${routes.join(', ')}`);
  }
}

/** To be called before listening. @param prefix the application's global prefix, '' without one @throws MissingPolicy */
export const assertPolicy = (app: INestApplication, prefix = ''): void => {
  const missing = routesOf(app, prefix).filter((route) => !Object.hasOwn(policy, route));
  if (missing.length > 0) throw new MissingPolicy(missing);
};

/** Every route of every controller as 'METHOD /path'. */
export const routesOf = (app: INestApplication, prefix = ''): string[] =>
  [...app.get(ModulesContainer, { strict: false }).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOfController(metatype, prefix) : []));

const routesOfController = (controller: Function, prefix: string): string[] => {
  const prototype = controller.prototype as Record<string, unknown>;
  return paths(controller).flatMap((base) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown;
      const method =
        typeof handler === 'function' ? (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined) : undefined;
      if (method === undefined) return [];
      return paths(handler as Function).map((path) => `${RequestMethod[method]} ${joined(prefix, base, path)}`);
    }),
  );
};

const paths = (target: Function): string[] => {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return Array.isArray(path) ? path : [path ?? ''];
};

const joined = (...parts: string[]): string => `/${parts.flatMap((part) => part.split('/').filter(Boolean)).join('/')}`;
