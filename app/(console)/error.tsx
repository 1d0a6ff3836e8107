"use client";

/** A page that broke, inside the shell: the navigation stays. */
export { default } from "@/app/error";
