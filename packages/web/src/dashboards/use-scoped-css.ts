/** Applies CSS of a dashboard or a widget to its element. The code is loaded only where there is CSS. */

import { useEffect, useId } from 'react'

/** Class for the element; undefined: no CSS. */
export function useScopedCss(css: string): string | undefined {
  const scope = `user-css-${useId().replaceAll(/\W/g, '')}`
  const hasCss = css.trim() !== ''
  useEffect(() => {
    if (!hasCss) return
    let remove: (() => void) | null = null
    let isGone = false
    import('./scoped-css.ts').then(
      ({ applyScopedCss }) => {
        if (!isGone) remove = applyScopedCss(css, scope)
      },
      // The dashboard is shown without its CSS.
      () => {},
    )
    return () => {
      isGone = true
      remove?.()
    }
  }, [css, hasCss, scope])
  return hasCss ? scope : undefined
}
