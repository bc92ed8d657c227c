/** Live pages of children, one per node that is or was open. */

import type { EntityRows, EntityRowsState, RowsQuery } from '../../../dashboards/widget-api.ts'

/** Maximum number of live pages of a widget. */
export const pagesMax = 100

export interface HierarchyPages {
  /** Undefined: not requested; `full`: requested, but there are too many. */
  get(path: string): EntityRowsState | 'full' | undefined
  /** Opens the missing pages. Those that aren't wanted any more stay until others need their place. */
  want(pages: readonly { readonly path: string; readonly query: RowsQuery }[]): void
  retry(path: string): void
  setVisible(isVisible: boolean): void
  /** Changes with each change of a page. */
  version(): number
  subscribe(listener: () => void): () => void
  close(): void
}

export function createHierarchyPages(open: (query: RowsQuery) => EntityRows): HierarchyPages {
  const pages = new Map<string, EntityRows>()
  const listeners = new Set<() => void>()
  let refused: ReadonlySet<string> = new Set()
  let isVisible = true
  let version = 0

  function changed() {
    version++
    for (const listener of [...listeners]) listener()
  }

  function drop(path: string) {
    pages.get(path)?.close()
    pages.delete(path)
  }

  return {
    get: (path) => pages.get(path)?.get() ?? (refused.has(path) ? 'full' : undefined),
    want(wanted) {
      const paths = new Set(wanted.map(({ path }) => path))
      const full = new Set<string>()
      for (const { path, query } of wanted) {
        const known = pages.get(path)
        if (known) {
          known.ask(query)
          continue
        }
        if (pages.size >= pagesMax) {
          const unused = [...pages.keys()].find((one) => !paths.has(one))
          if (unused === undefined) {
            full.add(path)
            continue
          }
          drop(unused)
        }
        const page = open(query)
        page.setVisible(isVisible)
        page.subscribe(changed)
        pages.set(path, page)
      }
      const isSame = full.size === refused.size && [...full].every((path) => refused.has(path))
      if (isSame) return
      refused = full
      changed()
    },
    retry: (path) => pages.get(path)?.retry(),
    setVisible(next) {
      isVisible = next
      for (const page of pages.values()) page.setVisible(next)
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      for (const path of [...pages.keys()]) drop(path)
    },
  }
}
