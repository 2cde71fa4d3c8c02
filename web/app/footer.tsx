import { Button } from '@blueprintjs/core';
import { Link } from 'wouter';
import { WEB_VERSION } from '#contracts/wire/configuration';
import { useConfiguration } from '#web/lib/configuration.ts';

/** Versions of the page and of the server. */
export function Footer() {
  const { configuration, error, retry } = useConfiguration();
  return (
    <footer>
      <span>Anamnesis {WEB_VERSION}</span>
      {configuration && (
        <Link href="/api-docs" title="What the programming interface offers">
          API {configuration.versions.application}
        </Link>
      )}
      {!configuration && error && (
        <span>
          API version unknown <Button variant="minimal" size="small" text="Try again" onClick={retry} />
        </span>
      )}
    </footer>
  );
}
