/**
 * Components whose code is loaded when they are first shown, with recovery when it can't be loaded.
 *
 * Browsers don't retry a failed style sheet, and some don't retry a failed module, within the same document. The
 * document is therefore reloaded once the server responds again.
 */

import { createElement, type FunctionComponent, use } from 'react'

export interface LazyComponent<P extends object> extends FunctionComponent<P> {
  /**
   * Loads the code ahead of use; undefined: already loaded. Never rejects: the component throws the error when it
   * renders.
   */
  preload(): Promise<void> | undefined
}

export function lazyComponent<N extends string, P extends object>(
  load: () => Promise<{ readonly [K in N]: FunctionComponent<P> }>,
  name: N,
): LazyComponent<P> {
  let component: FunctionComponent<P> | undefined
  let failure: unknown
  let loading: Promise<void> | undefined

  async function begin(): Promise<void> {
    try {
      component = (await load())[name]
    } catch (error) {
      failure = error
    }
  }

  function preload(): Promise<void> | undefined {
    if (component) return undefined
    loading ??= begin()
    return loading
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, at its top level
  function Lazy(props: P) {
    if (!component && failure === undefined) use(preload() ?? Promise.resolve())
    if (failure !== undefined) throw failure
    if (!component) throw new Error(`The module has no ${name}.`)
    return createElement(component, props)
  }
  return Object.assign(Lazy, { preload })
}

/** Error messages of Chromium, Firefox, Safari and the build for code that can't be loaded. */
const missingCode =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|module script.*MIME type/i

/** Whether the error is that code of the page couldn't be loaded, rather than an error in the code. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && missingCode.test(error.message)

const reloadKey = 'sonde.reloadedForCode'
/** Ms. A second failure within this time after a reload isn't fixed by another reload. */
const reloadPauseMs = 60_000

/** Reloads the document if the server responds; resolves to false if it doesn't. */
export async function reloadWhenReachable(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (!answer.ok) return false
  } catch {
    return false
  }
  sessionStorage.setItem(reloadKey, String(Date.now()))
  location.reload()
  return true
}

/** Whether the document was recently reloaded for missing code, without success. */
export const hasJustReloaded = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(reloadKey) ?? 0) < reloadPauseMs
