/** Renders Markdown. A separate module, so that the renderer is loaded only when needed. */

import type { Components } from 'react-markdown'
import { MarkdownText } from '../help/markdown.tsx'

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
}

export default function MarkdownBody({ text }: { text: string }) {
  return <MarkdownText text={text} components={components} />
}
