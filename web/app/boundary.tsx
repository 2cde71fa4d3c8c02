import { Button } from '@blueprintjs/core';
import { Component, type ReactNode } from 'react';

/** Keeps a fault of one screen from taking the shell along. What failed goes to the console without data of a person. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="face" role="alert">
        <p className="face-title">This screen could not be shown</p>
        <p className="face-text">The application may have been renewed meanwhile, or it made a mistake. Nothing stored is affected.</p>
        <Button text="Load the page again" onClick={() => location.reload()} />
      </div>
    );
  }
}
