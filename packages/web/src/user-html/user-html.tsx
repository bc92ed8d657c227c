/**
 * Shows HTML and CSS of users: the room is the only place of the client where markup of users becomes part of the page.
 *
 * The HTML is sanitized and rendered into a shadow root, where its CSS applies to nothing else. Contains the sanitizer:
 * import it only from code that is loaded on demand.
 */

import './user-html.css'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useColorScheme } from '../ui/theme/color-scheme.ts'
import { clickableOf, followLink, linkOf } from './clicks.ts'
import { drawHtml } from './draw-html.ts'

export interface UserHtmlProps {
  readonly html: string
  readonly css?: string
  /** Class of the element around the HTML, for rules of the user. */
  readonly className?: string
  /** IDs of elements that do something: they become buttons. Keep the same set while nothing changes. */
  readonly clickableIds?: ReadonlySet<string>
  /** `id`: one of `clickableIds`; `element`: the clicked one or its nearest ancestor with this ID. */
  readonly onElement?: (id: string, element: Element) => void
}

const noIds: ReadonlySet<string> = new Set()

export function UserHtml({ html, css = '', className = '', clickableIds = noIds, onElement }: UserHtmlProps) {
  const router = useRouter()
  const { scheme } = useColorScheme()
  const outer = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [isScrollable, setScrollable] = useState(false)

  useLayoutEffect(() => {
    // The color scheme changes which texts can be read.
    void scheme
    if (host.current) drawHtml(host.current, { html, css, className, clickableIds })
  }, [html, css, className, clickableIds, scheme])

  const onClick = useEffectEvent((event: MouseEvent) => {
    const element = clickableOf(event, clickableIds)
    if (element && onElement) {
      if (linkOf(event)) event.preventDefault()
      return onElement(element.id, element)
    }
    if (host.current) followLink(event, host.current, (path) => router.history.push(path))
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const [target] = event.composedPath()
    if (!onElement || (event.key !== 'Enter' && event.key !== ' ')) return
    if (!(target instanceof Element) || target.getAttribute('role') !== 'button' || !clickableIds.has(target.id)) return
    event.preventDefault()
    onElement(target.id, target)
  })

  useEffect(() => {
    const root = host.current?.shadowRoot
    if (!root) return
    // React's events stop at the shadow root's host and don't know the element.
    const click = (event: Event) => onClick(event as MouseEvent)
    const key = (event: Event) => onKey(event as KeyboardEvent)
    root.addEventListener('click', click)
    root.addEventListener('keydown', key)
    return () => {
      root.removeEventListener('click', click)
      root.removeEventListener('keydown', key)
    }
  }, [])

  useEffect(() => {
    const element = outer.current
    const box = host.current?.shadowRoot?.firstElementChild
    if (!element || !box) return
    const observer = new ResizeObserver(() => {
      const isTaller = element.scrollHeight > element.clientHeight + 1
      setScrollable(isTaller || element.scrollWidth > element.clientWidth + 1)
    })
    for (const one of [element, box]) observer.observe(one)
    return () => observer.disconnect()
  }, [])

  return (
    // Keys must reach it to scroll.
    <div ref={outer} className="user-html" tabIndex={isScrollable ? 0 : undefined}>
      <div ref={host} />
    </div>
  )
}
