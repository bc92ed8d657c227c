/** Browser APIs that jsdom lacks, as far as the components need them. */

// Loaded by the client on every page: lets `JSON.stringify` write bigint.
import '@sonde/model/exact-json'

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Long timeout for busy machines; it doesn't slow down passing tests.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  // Test files share a document.
  if (typeof document !== 'undefined') document.body.replaceChildren()
  // Table layouts must not leak into the next test.
  if (typeof localStorage !== 'undefined') localStorage.clear()
})

if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
      dispatchEvent: () => false,
    }) as MediaQueryList
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // CodeMirror measures its lines.
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect ??= () => new DOMRect()
  HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
    this.style.display = 'block'
  }
  HTMLElement.prototype.hidePopover ??= function hidePopover(this: HTMLElement) {
    this.style.display = ''
  }
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}
