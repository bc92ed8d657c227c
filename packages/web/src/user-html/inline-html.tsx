/**
 * HTML of users inside a line of text, such as a cell: sanitized as by `UserHtml`, in a shadow root. Tables show
 * hundreds of them, so that few are drawn per frame; until then, the children or the HTML before are shown.
 */

import './user-html.css'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useColorScheme } from '../ui/theme/color-scheme.ts'
import { followLink } from './clicks.ts'
import { drawHtml } from './draw-html.ts'
import { whenFree } from './frame-share.ts'

interface InlineHtmlProps {
  readonly html: string
  readonly children: ReactNode
}

export function InlineHtml({ html, children }: InlineHtmlProps) {
  const router = useRouter()
  const { scheme } = useColorScheme()
  const host = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    // The color scheme changes which texts can be read.
    void scheme
    const element = host.current
    return element ? whenFree(() => drawHtml(element, { html })) : undefined
  }, [html, scheme])

  useEffect(() => {
    const element = host.current
    if (!element) return
    // React's events don't know the element within the shadow root.
    const follow = (event: MouseEvent) => {
      if (followLink(event, element, (path) => router.history.push(path))) event.stopPropagation()
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  }, [router])

  return (
    <span ref={host} className="user-inline">
      {children}
    </span>
  )
}
