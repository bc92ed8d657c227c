/** Content of a cell that a function returned: text, or HTML that is sanitized. Until it's drawn, the plain value. */

import { lazy, type ReactNode, Suspense } from 'react'

// Contains the sanitizer, which few dashboards need.
const InlineHtml = lazy(() => import('../user-html/inline-html.tsx').then((module) => ({ default: module.InlineHtml })))

export const isMarkup = (content: string): boolean => /[<&]/.test(content)

/** `content` null: none. */
export function FunctionContent({ content, children }: { content: string | null; children: ReactNode }) {
  if (content === null) return children
  if (!isMarkup(content)) return content
  return (
    <Suspense fallback={children}>
      <InlineHtml html={content}>{children}</InlineHtml>
    </Suspense>
  )
}
