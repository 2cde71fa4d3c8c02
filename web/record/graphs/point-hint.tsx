/** How more of a point is seen, in a note that goes with the pointer. */
export const PointHint = () => (
  <div className="muted point-hint">
    <span className="by-mouse">Click to keep open, Space for its history</span>
    <span className="by-finger">Tap to keep open</span>
  </div>
);
