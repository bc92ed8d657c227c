/**
 * Color scheme: light, dark or the system's. The choice is stored and set as `data-theme` on the root element.
 * `public/page-start.js` does the same before the first paint.
 */

import { useSyncExternalStore } from 'react'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
export type ColorScheme = 'light' | 'dark'

const storageKey = 'sonde.theme'
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')

export interface ColorSchemeState {
  readonly choice: ThemeChoice
  readonly scheme: ColorScheme
}

const listeners = new Set<() => void>()
let state: ColorSchemeState = stateOf(storedChoice())

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function stateOf(choice: ThemeChoice): ColorSchemeState {
  return { choice, scheme: choice === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : choice }
}

function become(choice: ThemeChoice): void {
  state = stateOf(choice)
  document.documentElement.dataset.theme = state.scheme
  // Colors the frame of the browser and of the installed app.
  const color = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (color) color.content = color.dataset[state.scheme] ?? ''
  for (const listener of [...listeners]) listener()
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage failed: the choice lasts until the page is left.
  }
  become(choice)
}

/** Follows changes of the system setting and of other tabs. Called once at startup. */
export function watchColorScheme(): void {
  become(state.choice)
  systemIsDark().addEventListener('change', () => become(state.choice))
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) become(storedChoice())
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useColorScheme = (): ColorSchemeState => useSyncExternalStore(subscribe, () => state)
