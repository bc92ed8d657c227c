import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each(['tenant@sonde.example', 'admin@localhost', ' a.b+c@d.e.f '])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each(['', 'tenant', 'a@', '@b.c', 'a b@c.d', 'a@b..c', 'a@b@c'])('%s is none', (text) => {
  expect(isEmail(text)).toBe(false)
})
