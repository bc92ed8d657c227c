/** Rendered Markdown. HTML markup is shown as text, links open in a new tab, and errors are shown in place. */

import '../help/help.css'
import './markdown.css'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useText } from '../locale/use-text.tsx'

const MarkdownBody = lazy(() => import('./markdown-body.tsx'))

export interface MarkdownViewProps {
  readonly text: string
  /** Shows the plain text instead of an error message if rendering fails. */
  readonly isPlainOnFailure?: boolean
}

export function MarkdownView({ text, isPlainOnFailure = false }: MarkdownViewProps) {
  const t = useText()
  const plain = <pre className="sd-markdown-plain">{text}</pre>
  return (
    <OnFailure
      key={text}
      instead={isPlainOnFailure ? plain : <p className="sd-markdown-failed">{t('editors.markdownFailed')}</p>}
    >
      <Suspense fallback={plain}>
        <MarkdownBody text={text} />
      </Suspense>
    </OnFailure>
  )
}

class OnFailure extends Component<{ instead: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
