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
  handlersOf(app.get(ModulesContainer, { strict: false }), prefix).map(({ route }) => route);

/** A route, and the method of a controller that answers it. */
export interface Handler {
  /** 'METHOD /path'. */
  route: string;
  controller: Function;
  name: string;
  handle: Function;
}

/** What answers each route. */
export const handlersOf = (modules: ModulesContainer, prefix = ''): Handler[] =>
  [...modules.values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? handlersOfController(metatype, prefix) : []));

const handlersOfController = (controller: Function, prefix: string): Handler[] => {
  const prototype = controller.prototype as Record<string, unknown>;
  return paths(controller).flatMap((base) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handle = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown;
      if (typeof handle !== 'function') return [];
      const method = Reflect.getMetadata(METHOD_METADATA, handle) as RequestMethod | undefined;
      if (method === undefined) return [];
      return paths(handle).map((path) => ({ route: `${RequestMethod[method]} ${joined(prefix, base, path)}`, controller, name, handle }));
    }),
  );
};

const paths = (target: Function): string[] => {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return Array.isArray(path) ? path : [path ?? ''];
};

const joined = (...parts: string[]): string => `/${parts.flatMap((part) => part.split('/').filter(Boolean)).join('/')}`;
