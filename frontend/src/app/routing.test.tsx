import { act, render, screen } from "@testing-library/react"
import { Link, type RouteObject } from "react-router-dom"
import { expect, test } from "vitest"
import { AppRouter, loadFirstPage } from "./routing"

const page = (name: string, to: string) => async () => ({
  Component: () => (
    <>
      <h1>{name}</h1>
      <Link to={to}>On</Link>
    </>
  ),
})

const routes: RouteObject[] = [
  { path: "/", lazy: page("Home", "/shop") },
  { path: "/shop", lazy: page("Shop", "/") },
]

const follow = () => act(async () => screen.getByRole("link").click())

test("the first page is there at once, others when they are fetched", async () => {
  // jsdom has no scrolling.
  window.scrollTo = () => {}
  await loadFirstPage(routes)

  render(<AppRouter routes={routes} />)
  expect(screen.getByRole("heading")).toHaveTextContent("Home")

  await follow()
  expect(screen.getByRole("heading")).toHaveTextContent("Shop")
  await follow()
  expect(screen.getByRole("heading")).toHaveTextContent("Home")
})
