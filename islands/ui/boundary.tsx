import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** in its place where a part of it throws */
  fallback: ReactNode;
  children: ReactNode;
}

/** A fault in a part leaves words in its place, and the rest as it is. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
