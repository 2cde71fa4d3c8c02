import { Tooltip } from '@blueprintjs/core';
import {
  Document,
  EyeOpen,
  Form,
  Heart,
  History,
  Inbox,
  InboxUpdate,
  LabTest,
  LogOut,
  Office,
  People,
  Person,
  Properties,
  Pulse,
  Settings,
  Share,
  Shop,
  Team,
} from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '#web/lib/session.tsx';
import { type MenuEntry, menuFor } from './access.ts';
import { exists } from './routes.tsx';
import styles from './side-menu.module.css';

type Picture = typeof Person;

const ICONS: Readonly<Record<string, Picture>> = {
  '/patients': People,
  '/worklist': Inbox,
  '/reports': Document,
  '/lab-params-management': LabTest,
  '/lab-params-requests-management': InboxUpdate,
  '/measurement-params-management': Pulse,
  '/templates-management': Form,
  '/users-management': Team,
  '/organization-management': Office,
  '/patients-management': Properties,
  '/invited-patients': Share,
  '/profile': Person,
  '/practices': Shop,
  '/providers': Heart,
  '/record-access': EyeOpen,
  '/access-log': History,
};

const isWithin = (location: string, path: string): boolean => location === path || location.startsWith(`${path}/`);

/** Entries by role in the documents' order; folded it keeps the icons, each with its name. */
export function SideMenu({ isFolded }: { isFolded: boolean }) {
  const { user, signOut } = useSession();
  const entries = menuFor(user.roles, exists, user.patient_id);
  const firstOfAdministration = entries.find((entry) => entry.administration);
  const firstAfter = entries.slice(entries.findLastIndex((entry) => entry.administration) + 1)[0];
  return (
    <nav className={isFolded ? styles.folded : styles.menu} aria-label="Main menu">
      <ul className="bp6-list-unstyled">
        {entries.map((entry) => (
          <li key={entry.path}>
            {entry === firstOfAdministration && <MenuHeading isFolded={isFolded} />}
            {entry === firstAfter && firstOfAdministration && <hr />}
            <Entry entry={entry} isFolded={isFolded} />
          </li>
        ))}
        <li>
          <Named name="Logout" isFolded={isFolded}>
            <button type="button" className={styles.entry} onClick={signOut}>
              <LogOut aria-hidden />
              <span>Logout</span>
            </button>
          </Named>
        </li>
      </ul>
    </nav>
  );
}

const MenuHeading = ({ isFolded }: { isFolded: boolean }) => (isFolded ? <hr /> : <h2>Administration Panel</h2>);

function Entry({ entry, isFolded }: { entry: MenuEntry; isFolded: boolean }) {
  const [location] = useLocation();
  const Icon = ICONS[entry.path] ?? (entry.path.startsWith('/patients/') ? Pulse : Settings);
  return (
    <Named name={entry.label} isFolded={isFolded}>
      <Link to={entry.path} className={styles.entry} aria-current={isWithin(location, entry.path) ? 'page' : undefined}>
        <Icon aria-hidden />
        <span>
          {entry.label}
          {entry.hint && <small>{entry.hint}</small>}
        </span>
      </Link>
    </Named>
  );
}

function Named({ name, isFolded, children }: { name: string; isFolded: boolean; children: ReactNode }) {
  if (!isFolded) return children;
  return (
    <Tooltip content={name} placement="right" compact fill>
      {children}
    </Tooltip>
  );
}
