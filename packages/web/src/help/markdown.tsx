/** Renders Markdown with tables and task lists. HTML in it is shown as text. */

import './help.css'
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'

const plugins = [gfm]

export function MarkdownText({ text, components }: { text: string; components: Components }) {
  return (
    <div className="sd-help">
      <Markdown remarkPlugins={plugins} components={components}>
        {text}
      </Markdown>
    </div>
  )
}
