import { type ServiceError, status } from '@grpc/grpc-js';
import { failure } from '../protocol/errors.ts';

const about = (exception: string, stream: string, group: string) => ({ exception, 'stream-name': stream, 'group-name': group });

export const groupExists = (stream: string, group: string): ServiceError =>
  failure(
    status.ALREADY_EXISTS,
    `Subscription group ${group} on stream ${stream} exists.`,
    about('persistent-subscription-exists', stream, group),
  );

export const noSuchGroup = (stream: string, group: string): ServiceError =>
  failure(
    status.NOT_FOUND,
    `Subscription group ${group} on stream ${stream} does not exist.`,
    about('persistent-subscription-does-not-exist', stream, group),
  );

export const subscriptionDropped = (stream: string, group: string): ServiceError =>
  failure(
    status.CANCELLED,
    `Subscription group ${group} on stream ${stream} was dropped.`,
    about('persistent-subscription-dropped', stream, group),
  );

export const tooManySubscribers = (stream: string, group: string): ServiceError =>
  failure(
    status.FAILED_PRECONDITION,
    `Maximum subscriptions reached for subscription group ${group} on stream ${stream}.`,
    about('maximum-subscribers-reached', stream, group),
  );

export const subscriptionFailed = (stream: string, group: string, reason: string): ServiceError =>
  failure(status.INTERNAL, `Subscription group ${group} on stream ${stream} failed: '${reason}'.`, {
    ...about('persistent-subscription-failed', stream, group),
    reason,
  });
