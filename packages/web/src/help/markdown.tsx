/** Renders Markdown with tables and task lists. HTML in it is shown as text. */

import './help.css'
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import { typography } from './typography.ts'

const plugins = [gfm]
const withTypography = [gfm, typography]

interface MarkdownTextProps {
  readonly text: string
  readonly components: Components
  /** The text is the product's own, not a user's. */
  readonly isHelp?: boolean
}

export function MarkdownText({ text, components, isHelp = false }: MarkdownTextProps) {
  return (
    <div className="sd-help">
      <Markdown remarkPlugins={isHelp ? withTypography : plugins} components={components}>
        {text}
      </Markdown>
    </div>
  )
}
