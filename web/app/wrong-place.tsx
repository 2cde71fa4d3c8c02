import { Link } from 'wouter';
import faces from '#web/ui/faces.module.css';
import { useTitle } from '#web/ui/use-title.ts';

/** The view of a screen that none of the person's roles may open. */
export function NotAuthorized() {
  useTitle('Page Not Authorized');
  return (
    <div className={faces.wrongPlace}>
      <h1>Page Not Authorized</h1>
      <p>You're not authorized to be here!</p>
      <Link to="/patients">Back</Link>
    </div>
  );
}

/** Any address that is not ours. */
export function NotFound() {
  useTitle('Error 404');
  return (
    <div className={faces.wrongPlace}>
      <p className="bp6-text-muted">Error 404</p>
      <h1>Page not found</h1>
      <p>The page you're looking for is missing...</p>
      <Link to="/patients">Go to the patient list</Link>
    </div>
  );
}
