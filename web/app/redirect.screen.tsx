import { Redirect, useSearch } from 'wouter';
import { redirectTarget } from './redirect.ts';

/** Opens the pages named in the `ids` query. */
export function RedirectScreen() {
  return <Redirect to={redirectTarget(useSearch())} replace />;
}
