import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Scene } from './drawing.ts';
import shared from './drawing.module.css';
import { drawScene } from './draw-scene.ts';
import { themeColor } from './theme-colors.ts';

/** Lines and points of a scene on a canvas, drawn again when the theme changes. */
export function SceneCanvas({ scene }: { scene: Scene }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  // in the same frame as the axes, which stand in the SVG
  useLayoutEffect(() => {
    if (ref.current) drawScene(ref.current, scene, themeColor, window.devicePixelRatio || 1);
  }, [scene, theme]);
  return <canvas ref={ref} className={shared.drawing} style={{ width: scene.width, height: scene.height }} aria-hidden />;
}

/** Changes when light and dark are switched: a class of the page, or the system's choice. */
const useTheme = (): number => {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = () => setTurn((count) => count + 1);
    const observer = new MutationObserver(next);
    for (const element of [document.documentElement, document.body]) observer.observe(element, { attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return turn;
};
