import { Outlet, ScrollRestoration } from "react-router-dom"

export function AppLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
