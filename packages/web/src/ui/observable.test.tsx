import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createObservable, useOpen } from './observable.ts'

afterEach(cleanup)

const isOpen = createObservable(false)
const Host = () => (useOpen(isOpen) ? <p>Help</p> : null)

test('what is open closes with its host, and is closed when that comes back', () => {
  const { unmount } = render(<Host />)
  act(() => isOpen.set(true))
  expect(screen.queryByText('Help')).not.toBeNull()
  unmount()
  expect(isOpen.get()).toBe(false)
  render(<Host />)
  expect(screen.queryByText('Help')).toBeNull()
})
