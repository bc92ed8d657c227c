/** The reading of Markdown, in a file of its own: it is loaded when there is some. */

import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'

const plugins = [gfm]

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
}

export default function MarkdownBody({ text }: { text: string }) {
  return (
    <div className="sd-help">
      <Markdown remarkPlugins={plugins} components={components}>
        {text}
      </Markdown>
    </div>
  )
}
