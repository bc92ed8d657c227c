import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { helpOfRoute } from '../help/help-places.ts'
import { createAppRouter } from './router.tsx'
import type { Services } from './services.ts'

/** Redirecting and fallback routes, which need no help page. */
const without = ['/', '/settings', '$', '/$']

test('every page has its help', () => {
  const router = createAppRouter({} as Services, createMemoryHistory())
  const paths = Object.keys(router.routesByPath).filter((path) => !without.includes(path))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => helpOfRoute(path) === undefined)).toEqual([])
})
