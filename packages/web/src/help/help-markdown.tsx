/** Renders the Markdown of a help page. HTML in it is shown as text. */

import type { ComponentProps } from 'react'
import type { Components } from 'react-markdown'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { helpTarget } from './help-target.ts'
import { MarkdownText } from './markdown.tsx'

export interface HelpMarkdownProps {
  /** Name of the page, for relative links. */
  readonly page: string
  readonly text: string
  /** Heading level of the page's title. */
  readonly headingLevel: 1 | 2
  /** Called when the user follows a link to another help page. */
  readonly onOpen: (page: string) => void
}

export function HelpMarkdown({ page, text, headingLevel, onOpen }: HelpMarkdownProps) {
  const components: Components = {
    pre: ({ node }) => <CodeBlock text={textOf(node).replace(/\n$/, '')} />,
    a: ({ href = '', children }) => (
      <HelpLink page={page} href={href} onOpen={onOpen}>
        {children}
      </HelpLink>
    ),
    ...(headingLevel === 2 ? lowered : {}),
  }
  return <MarkdownText isHelp text={text} components={components} />
}

/** Shifts headings down one level, below a title of the surrounding page. */
const lowered: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
}

interface HelpLinkProps extends Pick<HelpMarkdownProps, 'page' | 'onOpen'>, Pick<ComponentProps<'a'>, 'children'> {
  readonly href: string
}

function HelpLink({ page, href, onOpen, children }: HelpLinkProps) {
  const target = helpTarget(page, href)
  if (target.kind === 'none') return <span>{children}</span>
  if (target.kind === 'site') {
    return (
      <a href={target.href} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  }
  return (
    <a
      href={`/help/${target.page}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen(target.page)
      }}
    >
      {children}
    </a>
  )
}

interface MarkdownNode {
  readonly value?: unknown
  readonly children?: readonly unknown[]
}

function textOf(node: unknown): string {
  const { value, children } = (node ?? {}) as MarkdownNode
  return typeof value === 'string' ? value : (children ?? []).map(textOf).join('')
}
