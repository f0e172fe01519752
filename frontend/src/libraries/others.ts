/* The other libraries every page stands on, started before the application itself; see boot.ts. */
import "@tanstack/react-query"
import "i18next"
import "openapi-fetch"
import "react-router-dom"
import "zustand"
