import { expect, test } from 'vitest'
import { loginSourceOf } from './login-sources.ts'

test('tokens in the address are used and taken out of it', () => {
  expect(loginSourceOf('?accessToken=a&refreshToken=r&tab=x')).toEqual({
    source: { kind: 'tokens', token: 'a', refreshToken: 'r' },
    search: '?tab=x',
  })
})

test('a public id stays in the address', () => {
  expect(loginSourceOf('?publicId=p')).toEqual({ source: { kind: 'public', publicId: 'p' }, search: '?publicId=p' })
})

test('a name and a password sign in', () => {
  const { source, search } = loginSourceOf('?username=u%40x&password=p')
  expect(source).toEqual({ kind: 'password', username: 'u@x', password: 'p' })
  expect(search).toBe('')
})

test('a login error is told', () => {
  expect(loginSourceOf('?loginError=No+way').source).toEqual({ kind: 'error', message: 'No way' })
})

test('without any of them the stored tokens count', () => {
  expect(loginSourceOf('?page=2')).toEqual({ source: { kind: 'stored' }, search: '?page=2' })
})
