import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { helpOfRoute } from '../help/help-places.ts'
import { createAppRouter } from './router.tsx'
import type { Services } from './services.ts'

/** Addresses that lead on, and those for who is not signed in. */
const without = ['/', '/settings', '/login', '/login/', '$', '/$']

test('every page in the shell has its help', () => {
  const router = createAppRouter({} as Services, createMemoryHistory())
  const paths = Object.keys(router.routesByPath).filter(
    (path) => !without.includes(path) && !path.startsWith('/login/'),
  )
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => helpOfRoute(path) === undefined)).toEqual([])
})
