import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Shown in place of children that throw. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Contains a crash: shows the fallback and leaves the rest of the page alone. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
