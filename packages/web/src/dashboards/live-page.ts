/**
 * A live page of rows, for tables with server-side search, sort and paging: one subscription, drawn and requested at
 * most once per frame, and only while the table is visible.
 */

import { browserFrames, createFrameScheduler, type Frames } from './frame-scheduler.ts'

export type LivePageState<View> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error }
  /** `isRefreshing`: these are the rows of the previous query. */
  | ({ readonly kind: 'ready'; readonly isRefreshing: boolean } & View)

export interface LivePage<Query, View> {
  get(): LivePageState<View>
  subscribe(listener: () => void): () => void
  /** Requests another page, order or search; the old rows stay until the response arrives. */
  ask(query: Query): void
  setVisible(isVisible: boolean): void
  retry(): void
  close(): void
}

export interface PageHandlers<Page> {
  /** The page arrived; also after each reconnection. */
  onPage(page: Page): void
  /** Rows of the page were changed in place. */
  onChange(): void
  onError(error: Error): void
}

export interface PageSubscription {
  /** Requests the page of the current query. */
  update(): void
  unsubscribe(): void
}

export interface PageSource<Query, Page, View> {
  /** `query`: the current one; evaluated again on each reconnection. */
  open(query: () => Query, handlers: PageHandlers<Page>): PageSubscription
  /** Immutable view of the page, built once per frame. */
  viewOf(page: Page): View
}

const only = 'rows'

/** Queries must be JSON: equal ones aren't requested again. */
export function createLivePage<Query, Page, View>(
  source: PageSource<Query, Page, View>,
  first: Query,
  frames: Frames = browserFrames,
): LivePage<Query, View> {
  const listeners = new Set<() => void>()
  let state: LivePageState<View> = { kind: 'loading' }
  let query = first
  let hasAsked = false
  /** Last page that arrived. */
  let arrived: { readonly page: Page } | null = null
  let failure: Error | null = null
  let isRefreshing = false
  let subscription = open()

  const scheduler = createFrameScheduler(() => {
    if (hasAsked) {
      hasAsked = false
      subscription.update()
    }
    if (failure) state = { kind: 'failed', error: failure }
    else if (!arrived) state = { kind: 'loading' }
    else state = { ...source.viewOf(arrived.page), kind: 'ready', isRefreshing }
    for (const listener of [...listeners]) listener()
  }, frames)

  function open(): PageSubscription {
    return source.open(() => query, {
      onPage(page) {
        arrived = { page }
        isRefreshing = hasAsked
        failure = null
        scheduler.mark(only)
      },
      onChange: () => scheduler.mark(only),
      onError(error) {
        failure = error
        scheduler.mark(only)
      },
    })
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask(next) {
      if (JSON.stringify(next) === JSON.stringify(query)) return
      query = next
      hasAsked = true
      failure = null
      isRefreshing = arrived !== null
      scheduler.mark(only)
    },
    setVisible: (isVisible) => scheduler.setVisible(only, isVisible),
    retry() {
      failure = null
      hasAsked = false
      subscription.unsubscribe()
      subscription = open()
      scheduler.mark(only)
    },
    close() {
      scheduler.close()
      subscription.unsubscribe()
    },
  }
}
