/**
 * Shows HTML and CSS of users. The only place of the client where markup of users becomes part of the page.
 *
 * The HTML is sanitized and rendered into a shadow root, where its CSS applies to nothing else. Contains the sanitizer:
 * import it only from code that is loaded on demand.
 */

import './user-html.css'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useColorScheme } from '../ui/theme/color-scheme.ts'
import { baseStyle } from './base-style.ts'
import { appPath, clickableOf, linkOf, markClickable } from './clicks.ts'
import { loadIcons, takeIcons } from './inline-icons.ts'
import { patchNodes } from './patch-nodes.ts'
import { makeReadable } from './readable-colors.ts'
import { cleanCss, sanitizeHtml } from './sanitize-html.ts'

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
let base: CSSStyleSheet | undefined

export function UserHtml({ html, css = '', className = '', clickableIds = noIds, onElement }: UserHtmlProps) {
  const router = useRouter()
  const { scheme } = useColorScheme()
  const outer = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [isScrollable, setScrollable] = useState(false)

  useLayoutEffect(() => {
    if (!host.current) return
    const { root, box } = shadowOf(host.current)
    base ??= sheetOf(baseStyle)
    const { content, css: inner } = sanitizeHtml(html)
    takeIcons(content)
    markClickable(content, clickableIds)
    box.className = `user-content ${className}`.trim()
    box.removeAttribute('style')
    patchNodes(box, content)
    root.adoptedStyleSheets = [base, sheetOf(inner), sheetOf(cleanCss(css))]
    makeReadable(box, host.current)
    void loadIcons(root)
    // The color scheme changes which texts can be read.
    void scheme
  }, [html, css, className, clickableIds, scheme])

  const onClick = useEffectEvent((event: MouseEvent) => {
    const element = clickableOf(event, clickableIds)
    const link = linkOf(event)
    if (element && onElement) {
      if (link) event.preventDefault()
      return onElement(element.id, element)
    }
    const href = link?.getAttribute('href')
    if (!link || href === null || href === undefined || event.defaultPrevented) return
    if (href.startsWith('#') || href === '') {
      // The address of the page isn't the user's to change.
      event.preventDefault()
      if (href.length > 1) host.current?.shadowRoot?.getElementById(href.slice(1))?.scrollIntoView()
      return
    }
    const path = appPath(link, event)
    if (path === null) return
    event.preventDefault()
    router.history.push(path)
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

function shadowOf(host: HTMLElement): { root: ShadowRoot; box: HTMLElement } {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const box = root.firstElementChild
  if (box instanceof HTMLElement) return { root, box }
  const created = document.createElement('div')
  root.append(created)
  return { root, box: created }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
